<?php
// Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
//   echo -n '{"title":"MAN TGX"}' | php sign.php [unix-seconds [METHOD PATH-AND-QUERY]]
// With method, path and query the signature is of version 2, which covers them.

/** $body is the exact bytes that are sent; empty for a request without a body. */
function sign(string $secret, string $timestamp, string $body = ''): string
{
    return 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
}

/** Version 2. $target is path and query as they are sent: /v1/listings?page=2 */
function sign_v2(string $secret, string $timestamp, string $method, string $target, string $body = ''): string
{
    return 'v2=' . hash_hmac('sha256', "v2\n$timestamp\n$method\n$target\n$body", $secret);
}

$timestamp = $argv[1] ?? (string) time();
$secret = getenv('FIFTHWHEEL_SIGNING_SECRET') ?: '';
$body = stream_get_contents(STDIN);
$signature = isset($argv[3])
    ? sign_v2($secret, $timestamp, $argv[2], $argv[3], $body)
    : sign($secret, $timestamp, $body);
echo "X-Timestamp: $timestamp\n";
echo "X-Signature: $signature\n";
