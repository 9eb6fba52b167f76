"""A receiver of webhooks that needs only Python (3.9 or newer): WEBHOOK_SECRET=whsec_... PORT=9999 python3 receiver.py"""

import hashlib
import hmac
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_S = 300
BODY_MAX_BYTES = 1_048_576


def is_genuine(secret: str, header: str, body: bytes, now_s: int) -> bool:
    """Whether the header was made with our secret, over exactly these bytes, within five minutes of now."""
    fields = [field.partition("=") for field in header.split(",")]
    t = next((value for name, _, value in fields if name == "t"), "")
    if not (t.isascii() and t.isdigit() and len(t) <= 12) or abs(now_s - int(t)) > TOLERANCE_S:
        return False
    expected = hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest().encode()
    return any(hmac.compare_digest(value.encode(), expected) for name, _, value in fields if name == "v1")


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self):
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(min(int(length), BODY_MAX_BYTES) if length.isdecimal() else 0)
        if not is_genuine(secret, self.headers.get("X-LMS-Signature", ""), body, int(time.time())):
            self.answer(400)
            return
        # Store the event here, once for each `id`; answer; process it afterwards.
        print("received", body.decode(), flush=True)
        self.answer(204)

    def answer(self, status: int):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


secret = os.environ["WEBHOOK_SECRET"]
if secret == "":
    raise SystemExit("WEBHOOK_SECRET is not set")
port = int(os.environ.get("PORT", "9999"))
server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
print(f"listening on 127.0.0.1:{port}", flush=True)
server.serve_forever()
