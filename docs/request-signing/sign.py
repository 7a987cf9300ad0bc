# Prints the two headers of a signed request: body on standard input, secret in FIFTHWHEEL_SIGNING_SECRET.
#   echo -n '{"title":"MAN TGX"}' | python3 sign.py [unix-seconds [METHOD PATH-AND-QUERY]]
# With method, path and query the signature is of version 2, which covers them.
import hashlib
import hmac
import os
import sys
import time


def sign(secret: str, timestamp: str, body: bytes = b"") -> str:
    """`body` is the exact bytes that are sent; none for a request without a body."""
    signed = timestamp.encode("ascii") + b"." + body
    return "sha256=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


def sign_v2(secret: str, timestamp: str, method: str, target: str, body: bytes = b"") -> str:
    """Version 2. `target` is path and query as they are sent: /v1/listings?page=2"""
    signed = f"v2\n{timestamp}\n{method}\n{target}\n".encode("ascii") + body
    return "v2=" + hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()


if __name__ == "__main__":
    timestamp = sys.argv[1] if len(sys.argv) > 1 else str(int(time.time()))
    secret = os.environ.get("FIFTHWHEEL_SIGNING_SECRET", "")
    body = sys.stdin.buffer.read()
    if len(sys.argv) > 3:
        signature = sign_v2(secret, timestamp, sys.argv[2], sys.argv[3], body)
    else:
        signature = sign(secret, timestamp, body)
    print(f"X-Timestamp: {timestamp}")
    print(f"X-Signature: {signature}")
