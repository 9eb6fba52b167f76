import { statSync } from "node:fs";
import type { Config } from "../../config.ts";
import { keyFileOf } from "../../platform/crypto/key-file.ts";
import { ok, unknown, warning, wrong, type Finding } from "./finding.ts";

/** Judges SECRET_KEY as a secret. `muster keys status` shows what is still sealed with which version. */
export async function checkKeys({ keyring, data_dir }: Readonly<Config>): Promise<Finding[]> {
  if (keyring === null) return [checkKeyFile(keyFileOf(data_dir))];
  const { versions, weak } = keyring;
  const findings = weak.map((version) =>
    wrong(
      `Version ${version} of SECRET_KEY can be guessed: it is made of words or of few different characters.`,
      "Make a key with `openssl rand -base64 32`, put it before the old one as `v2:new,v1:old`, and see docs/operating/keys.md.",
    ),
  );
  if (versions.length > 1)
    findings.push(
      warning(
        `SECRET_KEY has ${versions.length} versions; version ${versions[0]} signs and encrypts.`,
        "`muster keys status` says what still needs the older ones. Take one away once nothing does.",
      ),
    );
  return findings.length > 0 ? findings : [ok("SECRET_KEY has one version, which cannot be guessed.")];
}

/** Windows has no file modes. */
function checkKeyFile(file: string): Finding {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return unknown(`${file} is made at the first start.`);
  if (process.platform !== "win32" && (stats.mode & 0o077) !== 0)
    return wrong(`Others than its owner may read the key file ${file}.`, `chmod 600 ${file}`);
  return ok(`The key file ${file} is its owner's alone.`);
}
