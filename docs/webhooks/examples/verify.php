<?php

/** $body: the bytes of the request as they came: file_get_contents('php://input'). */
function is_genuine(string $body, string $signatureHeader, string $secret): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $body, $secret), $signatureHeader);
}

// php verify.php SECRET SIGNATURE < body
if (PHP_SAPI === 'cli') {
    exit(is_genuine(stream_get_contents(STDIN), $argv[2], $argv[1]) ? 0 : 1);
}
