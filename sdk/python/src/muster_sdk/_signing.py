"""What a client signs with keys of its own: assertions, instead of a secret (private_key_jwt, RFC 7523), and proofs that it has the key that its
token is bound to (DPoP, RFC 9449). Both are JWTs; each is used once.

Needs the package `cryptography`: `pip install "muster_sdk-….whl[signing]"`. Nothing else of the SDK does.
"""

from __future__ import annotations

import base64
import hashlib
import json
import uuid
from typing import Any, Callable, Dict, Mapping, Optional, Union

#: A private key: PKCS #8 in PEM, as text or bytes, or a key of `cryptography`. RSA, EC on P-256, or Ed25519.
PrivateKey = Union[str, bytes, Any]

#: For how long an assertion is good: longer than a request is under way.
ASSERTION_LIFETIME_S = 60


class Signer:
    """A private key with its algorithm, its public half as a JWK, and the thumbprint of that (RFC 7638)."""

    def __init__(self, private_key: PrivateKey) -> None:
        try:
            from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
            from cryptography.hazmat.primitives.serialization import load_pem_private_key
        except ImportError as missing:
            raise ImportError("Signing needs the package cryptography: install the SDK with its extra, muster-sdk[signing].") from missing
        key: Any = private_key
        if isinstance(key, str):
            key = key.encode()
        if isinstance(key, bytes):
            key = load_pem_private_key(key, None)
        self._key = key
        if isinstance(key, rsa.RSAPrivateKey):
            rsa_numbers = key.public_key().public_numbers()
            self.alg = "RS256"
            self.jwk = {"e": _number(rsa_numbers.e), "kty": "RSA", "n": _number(rsa_numbers.n)}
        elif isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
            ec_numbers = key.public_key().public_numbers()
            self.alg = "ES256"
            self.jwk = {"crv": "P-256", "kty": "EC", "x": _number(ec_numbers.x, 32), "y": _number(ec_numbers.y, 32)}
        elif isinstance(key, ed25519.Ed25519PrivateKey):
            self.alg = "EdDSA"
            self.jwk = {"crv": "Ed25519", "kty": "OKP", "x": _encode(key.public_key().public_bytes_raw())}
        else:
            raise TypeError("The private key must be of RSA, EC on P-256, or Ed25519.")
        # The members stand in the order of the alphabet.
        self.thumbprint = _encode(hashlib.sha256(_json(self.jwk)).digest())

    @staticmethod
    def new() -> "Signer":
        """With a key on P-256 that stays in memory."""
        try:
            from cryptography.hazmat.primitives.asymmetric import ec
        except ImportError as missing:
            raise ImportError("DPoP needs the package cryptography: install the SDK with its extra, muster-sdk[signing].") from missing
        return Signer(ec.generate_private_key(ec.SECP256R1()))

    def sign(self, header: Mapping[str, Any], claims: Mapping[str, Any]) -> str:
        text = f"{_encode(_json({'alg': self.alg, **header}))}.{_encode(_json(claims))}"
        return f"{text}.{_encode(self._signature(text.encode()))}"

    def _signature(self, text: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric import ec, padding
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
        from cryptography.hazmat.primitives.hashes import SHA256

        if self.alg == "RS256":
            return bytes(self._key.sign(text, padding.PKCS1v15(), SHA256()))
        if self.alg == "EdDSA":
            return bytes(self._key.sign(text))
        # RFC 7518 §3.4: both numbers side by side, not as ASN.1.
        r, s = decode_dss_signature(self._key.sign(text, ec.ECDSA(SHA256())))
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def asserter(client_id: str, private_key: PrivateKey, key_id: Optional[str], now: Callable[[], float]) -> Callable[[str], str]:
    """A function that signs an assertion for an audience (RFC 7523 §3), another one each time."""
    signer = Signer(private_key)

    def sign(audience: str) -> str:
        at = int(now())
        claims = {"iss": client_id, "sub": client_id, "aud": audience, "iat": at, "exp": at + ASSERTION_LIFETIME_S, "jti": str(uuid.uuid4())}
        return signer.sign({"kid": key_id or signer.thumbprint}, claims)

    return sign


def prover(private_key: Union[bool, PrivateKey], now: Callable[[], float]) -> Callable[[str, str, Optional[str]], str]:
    """A function that proves a request (RFC 9449 §4.2) by method, URL and token; no token: a request for one. `True` makes a key."""
    signer = Signer.new() if private_key is True else Signer(private_key)

    def prove(method: str, url: str, token: Optional[str]) -> str:
        claims: Dict[str, Any] = {"jti": str(uuid.uuid4()), "htm": method, "htu": url, "iat": int(now())}
        if token is not None:
            claims["ath"] = _encode(hashlib.sha256(token.encode()).digest())
        return signer.sign({"typ": "dpop+jwt", "jwk": signer.jwk}, claims)

    return prove


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _number(value: int, length: Optional[int] = None) -> str:
    return _encode(value.to_bytes(length or (value.bit_length() + 7) // 8, "big"))
