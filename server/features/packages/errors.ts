import { notFound, problem, type Problem } from "../../platform/http/problem.ts";
import { OneOf } from "../../platform/http/schema.ts";

export const refusal_reasons = [
  "not_a_zip",
  "too_many_files",
  "file_too_large",
  "unpacks_too_large",
  "packed_too_densely",
  "length_not_as_said",
  "damaged",
  "encrypted",
  "unknown_compression",
  "path_climbs_out",
  "path_absolute",
  "path_has_backslash",
  "path_has_control_letter",
  "path_too_long",
  "path_not_text",
  "path_twice",
  "not_a_file",
  "no_manifest",
  "manifest_too_large",
  "manifest_unreadable",
  "manifest_incomplete",
  "standard_unknown",
  "launch_file_missing",
  "too_many_items",
] as const;
export type RefusalReason = (typeof refusal_reasons)[number];

export const packageRefused = problem("PACKAGE_REFUSED", 422, "Package refused", {
  cause: "The archive is not a package that can be kept: `reason` says which rule it breaks, and the detail where.",
  remedy: "Change what the detail names, in the program that made the package or in the archive, and send it again.",
  members: { reason: OneOf(refusal_reasons) },
});

/** A fault of an archive, as a sentence for the person who has uploaded it. */
export class ArchiveFault extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.reason = reason;
  }
}

export const tooManyUploads = problem("TOO_MANY_PACKAGE_UPLOADS", 409, "Too many package uploads", {
  cause: "The organisation is sending several packages already.",
  remedy: "Wait until one of them has arrived, and send the package again.",
});

export const packageInUse = problem("PACKAGE_IN_USE", 409, "Package in use", {
  cause: "A course refers to the package, or a learner is under way in it.",
  remedy: "Give the course other content, and wait until those under way have ended.",
});

export const contentOriginNotSet = problem("CONTENT_ORIGIN_NOT_SET", 409, "No origin for content", {
  cause: "Packages run on a host of their own, and the installation has none: CONTENT_BASE_URL is not set.",
  remedy: "Ask the operator of the installation to set CONTENT_BASE_URL.",
});

export const noPackage = problem("COURSE_HAS_NO_PACKAGE", 409, "Course has no package", {
  cause: "The content of the course is no package, or its package was removed.",
  remedy: "Open the course again; where it has no content here, its result is recorded by the organisation.",
});

export const launchSuperseded = problem("LAUNCH_SUPERSEDED", 409, "Opened elsewhere", {
  cause: "The course was opened again later, in another window or on another device; what counts is said there.",
  remedy: "Go on where it was opened last, or open it again here.",
});

export const launchEnded = problem("LAUNCH_ENDED", 410, "Launch ended", {
  cause: "The address of opened content is good for some hours, and for as long as its learner may work on the course.",
  remedy: "Open the course again in the panel.",
});

export const commitRefused = problem("COMMIT_REFUSED", 422, "Commit refused", {
  cause: "What the content has said does not fit the data model of its standard.",
  remedy: "Have the package mended: the detail names the element.",
});

export const auNotWaivable = problem("AU_NOT_WAIVABLE", 409, "Part cannot be waived", {
  cause:
    "A part (AU) of a cmi5 package is waived while its learner is under way in the package, before it is done, and where the attempt would not fail by it.",
  remedy:
    "Read the enrollment again; before the learner has opened the course there is nothing to waive. Where the attempt would fail, the learner goes on with the other parts first.",
});

export function noSuchPackage(): Problem {
  return notFound("No such package.");
}
