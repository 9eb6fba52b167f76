// Which archives are accepted, judged as an upload would be.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import test from "node:test";
import { manifest12, manifest2004, scormPackage } from "../../../test/harness/packages/scorm.ts";
import { zipOf, type ZipEntry } from "../../../test/harness/packages/zip.ts";
import { checkArchive } from "./archive/check-archive.ts";
import { file_max_bytes, files_max } from "./archive/limits.ts";
import { ArchiveFault, type RefusalReason } from "./errors.ts";
import { isManifest, readManifest } from "./manifest/read-manifest.ts";

async function read(bytes: Buffer) {
  const archive = await checkArchive(
    bytes.length,
    async function* (from, to) {
      yield bytes.subarray(from, to);
    },
    isManifest,
  );
  return { archive, manifest: readManifest(archive.kept, new Set(archive.files.map(({ path }) => path))) };
}

const good: readonly ZipEntry[] = [
  { name: "imsmanifest.xml", content: manifest12() },
  { name: "content/index.html", content: "<p>Hello</p>" },
];

test("a package of SCORM 1.2 is read with its table of contents and the place of each file", async () => {
  const { archive, manifest } = await read(scormPackage("1.2"));
  assert.equal(manifest.standard, "scorm_1.2");
  assert.equal(manifest.title, "Working at height");
  assert.deepEqual(
    manifest.items.map(({ id, href, speaks }) => ({ id, href, speaks })),
    [{ id: "ITEM-1", href: "content/index.html", speaks: true }],
  );
  assert.deepEqual(
    archive.files.map(({ path }) => path),
    ["imsmanifest.xml", "content/index.html", "content/style.css"],
  );
});

test("parameters, mastery scores, launch data, bases and nested items are read as the standards say", async () => {
  const inner = "<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>a=1</adlcp:datafromlms>";
  const items = [
    { id: "A", title: "One", href: "content/index.html?x=1#top", parameters: "?lesson=1", inner },
    { id: "B", title: "Two", href: "content/index.html", parameters: "#end", type: "asset" as const },
  ];
  const { manifest } = await read(zipOf([{ name: "imsmanifest.xml", content: manifest12(items) }, good[1]!]));
  assert.deepEqual(
    manifest.items.map(({ href, passing_score, launch_data, speaks }) => ({ href, passing_score, launch_data, speaks })),
    [
      { href: "content/index.html?x=1&lesson=1#top", passing_score: 80, launch_data: "a=1", speaks: true },
      { href: "content/index.html#end", passing_score: null, launch_data: null, speaks: false },
    ],
  );
  const sequencing =
    '<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>';
  const later = manifest2004([{ id: "A", title: "One", href: "index.html", inner: sequencing }]).replace(
    "<resources>",
    '<resources xml:base="content/">',
  );
  const second = await read(zipOf([{ name: "imsmanifest.xml", content: later }, good[1]!]));
  assert.equal(second.manifest.standard, "scorm_2004");
  assert.deepEqual(
    second.manifest.items.map(({ href, passing_score }) => ({ href, passing_score })),
    [{ href: "content/index.html", passing_score: 70 }],
  );
});

const zeros = Buffer.alloc(2_000_000);
const refused: readonly [string, Buffer, RefusalReason][] = [
  ["text that is no archive", Buffer.from("Hello, this is no archive at all, whatever it is called."), "not_a_zip"],
  ["an archive that is cut off", scormPackage("1.2").subarray(0, 600), "not_a_zip"],
  ["a bomb: one file that is nothing but zeros", zipOf([...good, { name: "zeros.bin", content: zeros }]), "packed_too_densely"],
  [
    "a bomb that says it is small",
    zipOf([...good, { name: "a.bin", packed: deflateRawSync(zeros), said_bytes: 10 }]),
    "length_not_as_said",
  ],
  [
    "a file that says it is huge",
    zipOf([...good, { name: "a.bin", content: "a", said_bytes: file_max_bytes + 1 }]),
    "file_too_large",
  ],
  [
    "many large files that are one",
    zipOf([
      ...good,
      ...Array.from({ length: 600 }, (_, index) => ({ name: `a${index}.bin`, content: "a", said_bytes: 1_000_000 })),
    ]),
    "unpacks_too_large",
  ],
  [
    "too many files",
    zipOf(Array.from({ length: files_max + 1 }, (_, index) => ({ name: `f${index}`, stored: true }))),
    "too_many_files",
  ],
  ["a path that climbs out", zipOf([...good, { name: "../evil.html", content: "x" }]), "path_climbs_out"],
  ["a path that climbs out in its middle", zipOf([...good, { name: "a/../../evil.html", content: "x" }]), "path_climbs_out"],
  ["an absolute path", zipOf([...good, { name: "/etc/passwd", content: "x" }]), "path_absolute"],
  ["a drive of Windows", zipOf([...good, { name: "C:/evil.html", content: "x" }]), "path_absolute"],
  ["a backslash", zipOf([...good, { name: "..\\evil.html", content: "x" }]), "path_has_backslash"],
  ["NUL in a path", zipOf([...good, { name: "a.html\u0000.txt", content: "x" }]), "path_has_control_letter"],
  ["a path that is no UTF-8", zipOf([...good, { name: Buffer.from([0x61, 0xff, 0x62]), content: "x" }]), "path_not_text"],
  ["a long path", zipOf([...good, { name: `${"a".repeat(260)}.html`, content: "x" }]), "path_too_long"],
  ["a name twice", zipOf([...good, { name: "content/index.html", content: "another" }]), "path_twice"],
  ["a file that is a folder as well", zipOf([...good, { name: "content", content: "x" }]), "path_twice"],
  ["a symbolic link", zipOf([...good, { name: "link", content: "/etc/passwd", mode: 0o120777 }]), "not_a_file"],
  ["a device", zipOf([...good, { name: "device", mode: 0o020666 }]), "not_a_file"],
  ["an encrypted file", zipOf([...good, { name: "a.html", content: "x", flags: 1 }]), "encrypted"],
  ["an unknown method", zipOf([...good, { name: "a.html", content: "x", method: 14 }]), "unknown_compression"],
  ["a checksum that is wrong", zipOf([...good, { name: "a.html", content: "x", said_crc: 1 }]), "damaged"],
  [
    "bytes that are not packed",
    zipOf([...good, { name: "a.html", packed: Buffer.from("not deflated"), said_bytes: 5 }]),
    "damaged",
  ],
  ["no manifest", zipOf([good[1]!]), "no_manifest"],
  ["a folder around the manifest", zipOf([{ name: "course/imsmanifest.xml", content: manifest12() }]), "no_manifest"],
  ["a manifest that is no XML", zipOf([{ name: "imsmanifest.xml", content: "<manifest>" }, good[1]!]), "manifest_unreadable"],
  [
    "entities that grow",
    zipOf([
      { name: "imsmanifest.xml", content: '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><manifest>&b;</manifest>' },
    ]),
    "manifest_unreadable",
  ],
  ["a manifest of nothing", zipOf([{ name: "imsmanifest.xml", content: manifest12([]) }]), "manifest_incomplete"],
  [
    "a standard that is unknown",
    zipOf([{ name: "imsmanifest.xml", content: "<manifest><metadata><schemaversion>9.9</schemaversion></metadata></manifest>" }]),
    "standard_unknown",
  ],
  ["a launch file that is not there", zipOf([good[0]!]), "launch_file_missing"],
  [
    "a launch file on another server",
    zipOf([{ name: "imsmanifest.xml", content: manifest12([{ id: "A", title: "A", href: "https://evil.example/" }]) }]),
    "launch_file_missing",
  ],
  [
    "a launch file that climbs out",
    zipOf([{ name: "imsmanifest.xml", content: manifest12([{ id: "A", title: "A", href: "../../index.html" }]) }]),
    "path_climbs_out",
  ],
];

for (const [what, bytes, reason] of refused) {
  test(`refused, with what to change: ${what}`, async () => {
    await assert.rejects(read(bytes), (error: unknown) => {
      assert.ok(error instanceof ArchiveFault, String((error as Error).stack));
      assert.equal(error.reason, reason, error.message);
      assert.match(error.message, /\.$/);
      return true;
    });
  });
}
