// Reads imsmanifest.xml of SCORM 1.2 (Content Aggregation Model 1.2, §2.3) and of SCORM 2004 (CAM 4th Edition, §3.4). Elements are found by their
// local names: authoring tools bind the namespaces of drafts, of both editions, or none.
import type { Document, Element } from "@xmldom/xmldom";
import { childrenOf, readXml, XmlFault } from "../../../platform/xml.ts";
import { ArchiveFault } from "../errors.ts";
import { items_max, manifest_elements_max } from "../archive/limits.ts";
import type { Manifest, PackageItem, Standard } from "./item.ts";

export const scorm_manifest = "imsmanifest.xml";
const title_max_letters = 255;
const id_max_letters = 255;
const launch_data_max_letters = 4_000;

export function readScorm(bytes: Buffer): Manifest {
  const root = parse(bytes).documentElement!;
  if (root.localName !== "manifest") throw incomplete("its first element is not manifest");
  const standard = standardOf(root);
  const resources = resourcesOf(root);
  const organization = organizationOf(root);
  const items = organization === null ? [] : listItems(organization, resources, standard);
  const found = items.length > 0 ? items : firstResource(resources, root);
  if (found.length === 0) throw incomplete("it offers nothing to open: no item names a resource with an href");
  if (found.length > items_max)
    throw new ArchiveFault("too_many_items", `The manifest offers ${found.length} items; at most ${items_max} are taken.`);
  const twice = found.find(({ id }, place) => found.findIndex((other) => other.id === id) < place);
  if (twice !== undefined) throw incomplete(`the identifier ${JSON.stringify(twice.id)} stands twice`);
  return { standard, title: organization === null ? null : titleOf(organization), items: found };
}

function parse(bytes: Buffer): Document {
  try {
    return readXml(stripByteOrderMark(bytes), { elements_max: manifest_elements_max, plain: false });
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    throw new ArchiveFault("manifest_unreadable", `The manifest cannot be read: ${error.message}.`, { cause: error });
  }
}

function stripByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function standardOf(root: Element): Standard {
  const metadata = child(root, "metadata");
  const schema = textOf(metadata && child(metadata, "schema"));
  const version = textOf(metadata && child(metadata, "schemaversion"));
  if (version === "1.2") return "scorm_1.2";
  if (/2004|CAM 1\.3/i.test(version)) return "scorm_2004";
  const spaces = [root, ...childrenOf(root)].flatMap((element) => [...element.attributes].map(({ value }) => value)).join(" ");
  if (/adlcp_rootv1p2/.test(spaces)) return "scorm_1.2";
  if (/adlcp_v1p3/.test(spaces)) return "scorm_2004";
  throw new ArchiveFault(
    "standard_unknown",
    `The manifest names no version of SCORM that is run here (${JSON.stringify(`${schema} ${version}`.trim())}); export the package as SCORM 1.2 or 2004.`,
  );
}

type Resource = { href: string; speaks: boolean };

function resourcesOf(root: Element): Map<string, Resource> {
  const resources = child(root, "resources");
  const found = new Map<string, Resource>();
  if (resources === null) return found;
  const base = baseOf(root) + baseOf(resources);
  for (const resource of named(resources, "resource")) {
    const [id, href] = [resource.getAttribute("identifier"), resource.getAttribute("href")];
    if (!id || !href) continue;
    // `adlcp:scormtype` in 1.2, `adlcp:scormType` in 2004.
    const type = attribute(resource, "scormtype") ?? attribute(resource, "scormType") ?? "asset";
    found.set(id, { href: base + baseOf(resource) + href, speaks: type.toLowerCase() === "sco" });
  }
  return found;
}

/** The organization that the manifest names as default, otherwise the first one. */
function organizationOf(root: Element): Element | null {
  const organizations = child(root, "organizations");
  if (organizations === null) return null;
  const all = named(organizations, "organization");
  const wanted = organizations.getAttribute("default");
  return all.find((one) => one.getAttribute("identifier") === wanted) ?? all[0] ?? null;
}

function listItems(organization: Element, resources: ReadonlyMap<string, Resource>, standard: Standard): PackageItem[] {
  const items: PackageItem[] = [];
  const open = named(organization, "item").toReversed();
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    open.push(...named(item, "item").toReversed());
    const resource = resources.get(item.getAttribute("identifierref") ?? "");
    if (resource !== undefined) items.push(itemOf(item, resource, standard));
  }
  return items;
}

function itemOf(item: Element, { href, speaks }: Resource, standard: Standard): PackageItem {
  const id = item.getAttribute("identifier") ?? "";
  if (id === "" || id.length > id_max_letters) throw incomplete(`an item has no identifier of at most ${id_max_letters} letters`);
  const text = (name: string) => textOf(child(item, name)) || null;
  const given = text("datafromlms") ?? text("dataFromLMS");
  const launch_data = given === null ? null : Array.from(given).slice(0, launch_data_max_letters).join("");
  return {
    id,
    title: titleOf(item) ?? id,
    href: withParameters(href, item.getAttribute("parameters") ?? ""),
    speaks,
    passing_score: standard === "scorm_1.2" ? percentOf(text("masteryscore"), 1) : percentOf(measureOf(item), 100),
    launch_data,
    time_limit_action: text("timelimitaction") ?? text("timeLimitAction"),
    max_time_allowed: text("maxtimeallowed"),
    completion_threshold: thresholdOf(item),
  };
}

/** The passing score of a primary objective (Sequencing and Navigation 4th Edition, SN-3.10). */
function measureOf(item: Element): string | null {
  const sequencing = child(item, "sequencing");
  const objectives = sequencing && child(sequencing, "objectives");
  const primary = objectives && child(objectives, "primaryObjective");
  if (!primary || primary.getAttribute("satisfiedByMeasure") !== "true") return null;
  return textOf(child(primary, "minNormalizedMeasure")) || "1";
}

function thresholdOf(item: Element): string | null {
  const threshold = child(item, "completionThreshold");
  return threshold === null ? null : threshold.getAttribute("minProgressMeasure") || textOf(threshold) || null;
}

function percentOf(text: string | null, factor: number): number | null {
  const value = Number(text ?? Number.NaN) * factor;
  return text !== null && Number.isFinite(value) && value >= 0 && value <= 100 ? value : null;
}

/** CAM 1.2 §2.3.2.5.2: parameters may begin with ?, & or #, or with nothing. */
function withParameters(href: string, parameters: string): string {
  const rest = parameters.trim().replace(/^[?&]+/, "");
  if (rest === "") return href;
  if (rest.startsWith("#")) return href.includes("#") ? href : href + rest;
  const [path, ...fragment] = href.split("#");
  return `${path}${path!.includes("?") ? "&" : "?"}${rest}${fragment.length > 0 ? `#${fragment.join("#")}` : ""}`;
}

/** A manifest without an organization lists only resources: the first SCO is opened, otherwise the first resource. */
function firstResource(resources: ReadonlyMap<string, Resource>, root: Element): PackageItem[] {
  const [first] = [...resources].toSorted(([, one], [, other]) => Number(other.speaks) - Number(one.speaks));
  if (first === undefined) return [];
  const [id, { href, speaks }] = first;
  const title = root.getAttribute("identifier") || id;
  const nothing = {
    passing_score: null,
    launch_data: null,
    time_limit_action: null,
    max_time_allowed: null,
    completion_threshold: null,
  };
  return [
    { id: id.slice(0, id_max_letters), title: Array.from(title).slice(0, title_max_letters).join(""), href, speaks, ...nothing },
  ];
}

function titleOf(element: Element): string | null {
  // One line, without marks that change the direction of text, and cut between whole characters.
  const text = textOf(child(element, "title")).replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, " ");
  return Array.from(text.trim()).slice(0, title_max_letters).join("") || null;
}

function baseOf(element: Element): string {
  return element.getAttribute("xml:base") ?? "";
}

function attribute(element: Element, name: string): string | null {
  return [...element.attributes].find(({ localName, name: full }) => (localName ?? full) === name)?.value ?? null;
}

function named(parent: Element, name: string): Element[] {
  return childrenOf(parent).filter(({ localName }) => localName === name);
}

function child(parent: Element, name: string): Element | null {
  return named(parent, name)[0] ?? null;
}

function textOf(element: Element | null): string {
  return (element?.textContent ?? "").trim();
}

function incomplete(what: string): ArchiveFault {
  return new ArchiveFault("manifest_incomplete", `The manifest is incomplete: ${what}.`);
}
