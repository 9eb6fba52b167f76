import assert from "node:assert/strict";
import { applyOrganisation, type Applied } from "../../../server/features/organisations/apply/apply.ts";
import { readSource } from "../../../server/features/organisations/file/document.ts";
import { OrganisationFileError } from "../../../server/features/organisations/file/problems.ts";
import type { TestDatabase } from "../database.ts";
import { operatorPoolOf } from "./organisation.ts";
import { test_keyring } from "../server.ts";

export async function applyText(database: TestDatabase, text: string): Promise<Applied> {
  return applyOrganisation({ pool: operatorPoolOf(database), keyring: test_keyring }, readSource(text));
}

/**
 * Applies a text that must be refused without any change. Each ▸ marks the position of a fault; `problems` are the beginnings of
 * the messages, in order. Two problems at one position have two marks.
 */
export async function refusesText(database: TestDatabase, marked: string, problems: readonly string[]): Promise<void> {
  const error = await failureOf(database, marked.replaceAll("▸", ""));
  const places = placesOf(marked);
  const told = error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`.replace("  ", " "));
  assert.equal(told.length, problems.length, told.join("\n"));
  for (const [index, problem] of problems.entries()) {
    assert.ok(
      told[index]!.startsWith(`${places[index]} ${problem}`),
      `${told[index]}\n  instead of\n${places[index]} ${problem}`,
    );
  }
}

/** The error with which a text is refused; it must have changed nothing. */
export async function failureOf(database: TestDatabase, text: string): Promise<OrganisationFileError> {
  const before = await countRows(database);
  const error = await applyText(database, text).then(
    () => assert.fail("the file was applied"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof OrganisationFileError, String(error));
  assert.deepEqual(await countRows(database), before);
  return error;
}

/** Line and column of each mark in the text without marks. */
function placesOf(marked: string): string[] {
  return marked.split("\n").flatMap((text, index) => {
    const before = text.split("▸").slice(0, -1);
    return before.map((_, mark) => `${index + 1}:${before.slice(0, mark + 1).join("").length + 1}`);
  });
}

async function countRows(database: TestDatabase): Promise<unknown> {
  const { rows } = await database.superuser.query(
    `select (select count(*) from tenant) as tenants, (select count(*) from department) as departments,
      (select count(*) from person) as people, (select count(*) from client) as clients, (select count(*) from audit_log) as audited`,
  );
  return rows;
}
