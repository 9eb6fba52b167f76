import { etagOfRecord, refuseUnlessMatches } from "../../../platform/http/records/record-view.ts";

const subscription = {
  name: "subscription",
  settings: ["name", "target_url", "subscribed_events", "delivery_format", "department_ids", "course_ids"],
};

/** Every delivery moves a subscription; what is compared of it is what a client sets. */
export function etagOfSubscription(record: string): string {
  return etagOfRecord(record, subscription.settings);
}

/** Refuses a change of settings that others have changed since they were read. */
export function refuseUnlessSubscription(if_match: string | undefined, record: string): void {
  refuseUnlessMatches(if_match, record, subscription);
}
