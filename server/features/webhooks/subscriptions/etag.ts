import { etagOfRecord, refuseUnlessMatches } from "../../../platform/http/records/record-view.ts";

const subscription = {
  name: "subscription",
  settings: ["name", "target_url", "subscribed_events", "delivery_format", "department_ids", "course_ids"],
};

/** The ETag covers only what a client sets, because each delivery changes other members of the record. */
export function etagOfSubscription(record: string): string {
  return etagOfRecord(record, subscription.settings);
}

/** Refuses a change if the settings have changed since the client read them. */
export function refuseUnlessSubscription(if_match: string | undefined, record: string): void {
  refuseUnlessMatches(if_match, record, subscription);
}
