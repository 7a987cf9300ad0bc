import hashlib
import hmac
import sys


def is_genuine(body: bytes, signature_header: str, secret: str) -> bool:
    """body: the bytes of the request as they came (Flask: request.get_data(), Django: request.body)."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(f"sha256={digest}".encode(), signature_header.encode())


# python3 verify.py SECRET SIGNATURE < body
if __name__ == "__main__":
    sys.exit(0 if is_genuine(sys.stdin.buffer.read(), sys.argv[2], sys.argv[1]) else 1)
