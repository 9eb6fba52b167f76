import { test } from "node:test";
import { lives_per_round, liveThrough } from "./histories.ts";

const rounds = 24;

test(`three routes and as_of agree on ${lives_per_round * rounds} random lives`, (t) => liveThrough(t, rounds));
