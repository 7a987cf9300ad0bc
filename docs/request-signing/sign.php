<?php
// Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
//   echo -n '{"title":"MAN TGX"}' | php sign.php [unix-seconds]

/** $body is the exact bytes that are sent; empty for a request without a body. */
function sign(string $secret, string $timestamp, string $body = ''): string
{
    return 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
}

$timestamp = $argv[1] ?? (string) time();
$secret = getenv('FIFTHWHEEL_SIGNING_SECRET') ?: '';
echo "X-Timestamp: $timestamp\n";
echo 'X-Signature: ' . sign($secret, $timestamp, stream_get_contents(STDIN)) . "\n";
