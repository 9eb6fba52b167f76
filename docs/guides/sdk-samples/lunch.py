"""A complete integration: python3 lunch.py people.csv NOISE-01 ERGO-01"""
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from os import environ as env
from muster_sdk import ConflictError, Muster, verify_webhook

muster = Muster(base_url=env["BASE_URL"], tenant_code=env["TENANT_CODE"], api_key=env["SECRET"])

# Synchronise people: new people are created, and changed people are updated.
counts = muster.imports.run(open(sys.argv[1], "rb").read())["counts"]
print("people: {create} created, {update} changed, {unchanged} unchanged, {invalid} invalid".format(**counts))

# Assign the courses. A person who has a course already keeps it.
assigned = 0
for person in muster.users.each(status="invited", limit=500):
    for course_code in sys.argv[2:]:
        try:
            muster.enrollments.assign({"employee_no": person["employee_no"], "course_code": course_code})
            assigned += 1
        except ConflictError as error:
            assert error.code == "ENROLLMENT_ALREADY_EXISTS", error
print(f"courses: {assigned} assigned")

# Read compliance.
summary = muster.compliance.matrix(limit=1)["summary"]
print(f"compliance: {summary['counts']['PENDING']} of {summary['people']} people have not begun")

# Receive events: subscribe, and verify each delivery.
subscription = muster.webhooks.create({"name": "Lunch", "target_url": env["TARGET_URL"], "subscribed_events": ["course.completed"]})
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = verify_webhook(body, self.headers, subscription["secret_token"])
        self.send_response(204)
        self.end_headers()
        print(f'webhook: verified "{event["data"]["message"]}"')
server = HTTPServer(("127.0.0.1", int(env.get("PORT", "9999"))), Receiver)
threading.Thread(target=server.handle_request).start()
muster.webhooks.ping(subscription["id"])
