// Replaces "node:test" for test files (run-test-process.ts). node:test finds the parent of a new test by tracking every promise
// of the process, which takes a large part of a file's processor time. Here a test belongs to the file that is being loaded, or
// to the suite in whose function it is declared, so no promise is tracked.
import { AsyncResource, createHook } from "node:async_hooks";
import node_test from "node:test";

/** The async scope in which node:test assigns declared tests to the present file. */
let file: AsyncResource | null = null;
/** The number of suite functions that are running: node:test assigns what they declare correctly by itself. */
let suites_open = 0;

/** Call this in the test that represents a file, before the file is loaded. */
export function beginFile(): void {
  file = new AsyncResource("file");
}

/** Starts node:test without promise tracking, for which it has no option. */
export function followNoPromises(): void {
  const hook = createHook({ trackPromises: false });
  const follows_none = Object.getOwnPropertySymbols(hook).find((name) => Reflect.get(hook, name) === true);
  const hooks = Object.getPrototypeOf(hook) as { enable: (this: object) => unknown };
  const { enable } = hooks;
  hooks.enable = function () {
    if (follows_none !== undefined) Reflect.set(this, follows_none, true);
    return enable.call(this);
  };
  node_test.before(() => undefined);
  hooks.enable = enable;
}

type Declare = (...given: any[]) => any;

/** Declares a test for the present file, or for the suite in whose function it is called. */
function declared<D extends Declare>(declare: D): D {
  const declaring = (...given: unknown[]) =>
    file === null || suites_open > 0 ? declare(...given) : file.runInAsyncScope(declare, undefined, ...given);
  return Object.assign(declaring, declare) as D;
}

/** The function of a suite is called at once. */
function declaredSuite<D extends Declare>(declare: D): D {
  const open = (...given: unknown[]) =>
    declare(...given.map((each) => (typeof each === "function" ? asSuite(each as Declare) : each)));
  return declared(Object.assign(open, declare) as D);
}

function asSuite(declareAll: Declare): Declare {
  return (...passed) => {
    suites_open += 1;
    try {
      return declareAll(...passed);
    } finally {
      suites_open -= 1;
    }
  };
}

export const test = declared(node_test.test);
export const it = declared(node_test.it);
export const suite = declaredSuite(node_test.suite);
export const describe = declaredSuite(node_test.describe);
export const before = declared(node_test.before);
export const after = declared(node_test.after);
export const beforeEach = declared(node_test.beforeEach);
export const afterEach = declared(node_test.afterEach);
export const { mock, run } = node_test;
export default declared(node_test.test);
