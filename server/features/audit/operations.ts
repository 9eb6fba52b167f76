/** All operations of the audit log, as `<target>.<verb>`. The panel has a sentence for each, in every language. */
export const audit_operations = [
  "account.choose-language",
  "account.choose-mails",
  "address.lift_block",
  "administrator.change",
  "administrator.create",
  "administrator.end-session",
  "administrator.invite",
  "administrator.invite-again",
  "administrator.print-link",
  "administrator.remove",
  "administrator.reset-second-factor",
  "administrator.update",
  "attribute.create",
  "attribute.remove",
  "attribute.update",
  "certificate.keep_file",
  "certificate.record",
  "certificate.remove_file",
  "certificate.revoke",
  "client.add_keys",
  "client.change",
  "client.create",
  "client.disable",
  "client.enable",
  "client.remove_key",
  "client.revoke",
  "client.revoke_secret",
  "client.rotate_secret",
  "client.update",
  "clock.advance",
  "contractor.create",
  "contractor.merge",
  "contractor.remove_alias",
  "contractor.update",
  "course.assign",
  "course.create",
  "course.update",
  "course_session.cancel",
  "course_session.create",
  "course_session.update",
  "database.take_over",
  "department.create",
  "department.merge",
  "department.remove_alias",
  "department.update",
  "domain.add",
  "domain.lose",
  "domain.remove",
  "domain.verify",
  "enrollment.add_walk_in",
  "enrollment.assign",
  "enrollment.book_session",
  "enrollment.cancel",
  "enrollment.change",
  "enrollment.complete",
  "enrollment.fail",
  "enrollment.grant_attempt",
  "enrollment.leave_session",
  "enrollment.note_attendance",
  "enrollment.renew",
  "enrollment.start",
  "enrollment.withdraw",
  "exemption.end",
  "exemption.grant",
  "group.change",
  "group.create",
  "group.delete",
  "group.join",
  "group.leave",
  "group.retire",
  "group.update",
  "identity_provider.end_sessions",
  "identity_provider.refuse_sign_in",
  "identity_provider.remove",
  "identity_provider.set",
  "identity_provider.set_rule",
  "identity_provider.switch_off",
  "identity_provider.switch_on",
  "identity_provider.test",
  "identity_provider.unlink",
  "import.start",
  "license.create",
  "license.update",
  "organisation.create",
  "organisation.retire_key",
  "organisation.set_digests",
  "organisation.set_reminders",
  "organisation.set_retention",
  "organisation.update",
  "password.request-reset",
  "password.set",
  "person.change",
  "person.create",
  "person.deactivate",
  "person.erase",
  "person.export",
  "person.invite",
  "person.reactivate",
  "person.resume",
  "person.suspend",
  "rule.create",
  "rule.retire",
  "rule.update",
  "rules.evaluate",
  "rules.retry",
  "sandbox.create",
  "sandbox.open",
  "sandbox.remove",
  "sandbox.reset",
  "second-factor.begin",
  "second-factor.confirm",
  "second-factor.remove",
  "session.end",
  "session.start",
  "session.step-up",
  "unmatched_value.create",
  "unmatched_value.dismiss",
  "unmatched_value.link",
  "webhook_delivery.retry",
  "webhook_subscription.change",
  "webhook_subscription.create",
  "webhook_subscription.degrade",
  "webhook_subscription.delete",
  "webhook_subscription.disable",
  "webhook_subscription.enable",
  "webhook_subscription.replay",
  "webhook_subscription.retry_failed",
  "webhook_subscription.rotate_secret",
] as const;
export type AuditOperation = (typeof audit_operations)[number];

/** What an operation can be about. */
export type AuditTarget =
  | "address"
  | "administrator"
  | "attribute"
  | "certificate"
  | "client"
  | "contractor"
  | "course"
  | "course_session"
  | "database"
  | "department"
  | "domain"
  | "enrollment"
  | "exemption"
  | "group"
  | "identity_provider"
  | "import"
  | "license"
  | "organisation"
  | "person"
  | "rule"
  | "sandbox"
  | "session"
  | "tenant"
  | "webhook_delivery"
  | "webhook_subscription";
