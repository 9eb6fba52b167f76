import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

test("BASE_URL may have a path, and no user, query or fragment", () => {
  assert.equal(readConfig({ BASE_URL: "https://training.example/lms/" }).base_url, "https://training.example/lms");
  for (const part of ["?a=1", "#top", "/x?a#b"]) {
    assert.throws(
      () => readConfig({ BASE_URL: `https://training.example${part}` }),
      (error) => error instanceof ConfigError && error.problems[0] === "BASE_URL must have no user, query or fragment",
    );
  }
  assert.throws(() => readConfig({ BASE_URL: "https://user:word@training.example" }), ConfigError);
});

test("every problem of the environment is named at once", () => {
  const wrong = { PORT: "abc", LOG_LEVEL: "loud", TRUST_PROXY: "10.0.0.0/40", SECRET_KEY: "short", DATABASE_POOL_SIZE: "0" };
  assert.throws(
    () => readConfig(wrong),
    (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(new Set(error.problems.map((problem) => problem.split(" ")[0])), new Set(Object.keys(wrong)));
      return true;
    },
  );
});
