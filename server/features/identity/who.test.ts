import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "./failures.ts";
import { decideWho, type Known } from "./who.ts";

const ada = { kind: "administrator", id: "ada" } as const;
const lena = { kind: "person", id: "lena" } as const;
const jan = { kind: "person", id: "jan" } as const;

function known(given: Partial<Known>): Known {
  return {
    linked: null,
    administrators_by_email: [],
    people_by_email: [],
    people_by_external_id: [],
    email_counts: true,
    ...given,
  };
}

/** The account and how it was found, or the refusal. */
function decided(given: Partial<Known>, has_unverified_email = false): string {
  try {
    const { account, linked_by } = decideWho(known(given), { has_unverified_email });
    return `${account.id} ${linked_by ?? "linked"}`;
  } catch (error) {
    assert.ok(error instanceof Refused);
    return error.refusal;
  }
}

test("a new subject is found by address or externalId, and only where they mean one account", () => {
  assert.equal(decided({ administrators_by_email: [ada] }), "ada email");
  assert.equal(decided({ people_by_external_id: [lena] }), "lena external_id");
  assert.equal(decided({ people_by_email: [lena] }), "lena email");
  assert.equal(decided({ people_by_email: [lena], people_by_external_id: [lena] }), "lena external_id");
  assert.equal(decided({ administrators_by_email: [ada], people_by_email: [lena], people_by_external_id: [lena] }), "ada email");
  assert.equal(decided({ people_by_email: [lena], people_by_external_id: [jan] }), "AMBIGUOUS");
  assert.equal(decided({ people_by_email: [lena, jan] }), "AMBIGUOUS");
  assert.equal(decided({}), "NOT_KNOWN");
  assert.equal(decided({}, true), "EMAIL_NOT_VERIFIED");
});

test("an address finds nobody new where its domain is not proved; an externalId does, and a subject that is linked stays so", () => {
  const email_counts = false;
  assert.equal(decided({ email_counts, administrators_by_email: [ada] }), "DOMAIN_NOT_VERIFIED");
  assert.equal(decided({ email_counts, people_by_email: [lena] }), "DOMAIN_NOT_VERIFIED");
  assert.equal(decided({ email_counts, people_by_email: [lena], people_by_external_id: [lena] }), "lena external_id");
  assert.equal(decided({ email_counts, administrators_by_email: [ada], people_by_external_id: [jan] }), "jan external_id");
  assert.equal(decided({ email_counts, linked: lena, people_by_email: [lena] }), "lena linked");
  assert.equal(decided({ email_counts, linked: lena, people_by_email: [jan] }), "SUBJECT_REASSIGNED");
  assert.equal(decided({ email_counts }), "NOT_KNOWN");
});

test("a linked subject stays with its account, unless what it shows now means others only", () => {
  assert.equal(decided({ linked: lena }), "lena linked");
  assert.equal(decided({ linked: lena }, true), "lena linked");
  assert.equal(decided({ linked: lena, people_by_email: [lena] }), "lena linked");
  assert.equal(decided({ linked: lena, administrators_by_email: [ada], people_by_external_id: [lena] }), "lena linked");
  assert.equal(decided({ linked: lena, people_by_email: [jan] }), "SUBJECT_REASSIGNED");
  assert.equal(decided({ linked: lena, people_by_external_id: [jan] }), "SUBJECT_REASSIGNED");
  assert.equal(decided({ linked: lena, administrators_by_email: [ada] }), "SUBJECT_REASSIGNED");
});
