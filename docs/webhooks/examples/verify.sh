#!/bin/sh
# sh verify.sh SECRET SIGNATURE < body
expected="sha256=$(openssl dgst -sha256 -hmac "$1" -r | cut -d ' ' -f 1)"
[ "$expected" = "$2" ]
