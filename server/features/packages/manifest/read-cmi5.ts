// Reads cmi5.xml (cmi5 §13): the AUs in their order, with the blocks that contain them.
import { createHash } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import { childrenOf, readXml, XmlFault } from "../../../platform/xml.ts";
import { aus_max, manifest_elements_max } from "../archive/limits.ts";
import { ArchiveFault } from "../errors.ts";
import { move_ons, type Manifest, type MoveOn, type PackageItem, type Part } from "./item.ts";

export const cmi5_manifest = "cmi5.xml";
const title_max_letters = 255;
const text_max_letters = 4_000;
const id_max_letters = 2_000;

export function readCmi5(bytes: Buffer): Manifest {
  const root = rootOf(bytes);
  if (root.localName !== "courseStructure") throw incomplete("its first element is not courseStructure");
  const course = child(root, "course");
  if (course === null) throw incomplete("it has no course");
  const whole: Part = { id: idOf(course), title: titleOf(course) };
  const items: PackageItem[] = [];
  collect(root, [whole], items);
  if (items.length === 0) throw incomplete("it offers nothing to open: no au");
  if (items.length > aus_max)
    throw new ArchiveFault("too_many_items", `The course has ${items.length} AUs; at most ${aus_max} are taken.`);
  if (new Set(items.map(({ id }) => id)).size < items.length) throw incomplete("the id of an au stands twice");
  return { standard: "cmi5", title: whole.title, items };
}

function rootOf(bytes: Buffer): Element {
  const plain = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  try {
    return readXml(plain, { elements_max: manifest_elements_max, plain: false }).documentElement!;
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new ArchiveFault("manifest_unreadable", `${cmi5_manifest} cannot be read: ${error.message}.`, { cause: error });
  }
}

function collect(parent: Element, parts: readonly Part[], items: PackageItem[]): void {
  for (const element of childrenOf(parent)) {
    if (element.localName === "au") items.push(auOf(element, parts));
    if (element.localName === "block") collect(element, [...parts, { id: idOf(element), title: titleOf(element) }], items);
  }
}

function auOf(element: Element, parts: readonly Part[]): PackageItem {
  const publisher_id = idOf(element);
  const move_on = (element.getAttribute("moveOn") || "NotApplicable") as MoveOn;
  if (!move_ons.includes(move_on)) throw incomplete(`moveOn cannot be ${JSON.stringify(move_on)}`);
  const score = element.getAttribute("masteryScore");
  const mastery_score = score ? Number(score) : null;
  if (mastery_score !== null && !(mastery_score >= 0 && mastery_score <= 1))
    throw incomplete("a masteryScore is not from 0 to 1");
  const href = textOf(child(element, "url"));
  if (href === "") throw incomplete(`the au ${JSON.stringify(publisher_id)} has no url`);
  const text = (name: string) =>
    Array.from(textOf(child(element, name)))
      .slice(0, text_max_letters)
      .join("") || null;
  return {
    // A hash, because ids in the package may be longer than ids of items.
    id: createHash("sha256").update(publisher_id).digest("hex").slice(0, 32),
    title: titleOf(element),
    href,
    speaks: true,
    passing_score: null,
    launch_data: null,
    time_limit_action: null,
    max_time_allowed: null,
    completion_threshold: null,
    au: {
      publisher_id,
      move_on,
      mastery_score,
      launch_parameters: text("launchParameters"),
      entitlement_key: text("entitlementKey"),
      parts,
    },
  };
}

function idOf(element: Element): string {
  const id = element.getAttribute("id")?.trim() ?? "";
  if (!/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(id) || id.length > id_max_letters)
    throw incomplete(`the id of ${element.localName ?? "an element"} is no IRI`);
  return id;
}

/** The title in English, otherwise the first one. */
function titleOf(element: Element): string {
  const title = child(element, "title");
  const texts = title === null ? [] : childrenOf(title).filter(({ localName }) => localName === "langstring");
  const chosen = texts.find((one) => /^en\b/i.test(one.getAttribute("lang") ?? "")) ?? texts[0] ?? null;
  const text = textOf(chosen).replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");
  const found = Array.from(text.trim()).slice(0, title_max_letters).join("");
  if (found === "") throw incomplete(`${element.localName ?? "an element"} has no title`);
  return found;
}

function child(parent: Element, name: string): Element | null {
  return childrenOf(parent).find(({ localName }) => localName === name) ?? null;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").trim();
}

function incomplete(what: string): ArchiveFault {
  return new ArchiveFault("manifest_incomplete", `${cmi5_manifest} is incomplete: ${what}.`);
}
