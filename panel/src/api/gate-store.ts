// What a guard's phone stores for a shift without a network (docs/decisions/0082): rows in IndexedDB, encrypted with a key that
// no script can export from the browser. A person who has the unlocked phone and this account's page can still use the list, but
// cannot copy it as a file.
const database_name = "muster-gate";
const table = "kept";
const key_name = "key";
const list_prefix = "list:";
const cache_name = "muster-gate";
export const worker_url = "/panel/gate-worker.js";
export const worker_scope = "/panel/gate";

/** Set once this browser has stored a list, so that other browsers skip the clean-up at sign-out. */
const taken_here = "muster.gate";

type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

/** `list`: the people whom the gate may admit; `waiting`: answers that were not sent yet. Each account has its own. */
export type Kind = "list" | "waiting";

export async function readKept<T>(kind: Kind, account_id: string): Promise<T | null> {
  return withTable("readonly", async (rows) => {
    const [key, sealed] = await Promise.all([
      resultOf<CryptoKey | undefined>(rows.get(key_name)),
      resultOf<Sealed | undefined>(rows.get(`${kind}:${account_id}`)),
    ]);
    return { key, sealed };
  }).then(async ({ key, sealed }) => {
    if (key === undefined || sealed === undefined) return null;
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: sealed.iv }, key, sealed.bytes);
    return JSON.parse(new TextDecoder().decode(plain)) as T;
  });
}

/** Writes run one after the other, so that the last one wins. */
let writing: Promise<unknown> = Promise.resolve();

export function writeKept(kind: Kind, account_id: string, value: unknown): Promise<void> {
  const written = writing.then(async () => {
    const key = await ownKey();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(JSON.stringify(value)));
    if (kind === "list") localStorage.setItem(taken_here, "yes");
    await withTable("readwrite", (rows) => resultOf(rows.put({ iv, bytes } satisfies Sealed, `${kind}:${account_id}`)));
  });
  writing = written.catch(() => undefined);
  return written;
}

/** Erases the lists of all accounts but `except`. When none is left, it also removes the cached page and its service worker. */
export async function eraseLists(except: string | null = null): Promise<void> {
  await writing;
  const is_kept = await withTable("readwrite", async (rows) => {
    const names = (await resultOf(rows.getAllKeys())) as string[];
    const own = list_prefix + except;
    await Promise.all(
      names.filter((name) => name.startsWith(list_prefix) && name !== own).map((name) => resultOf(rows.delete(name))),
    );
    const left = names.filter((name) => name !== key_name && (!name.startsWith(list_prefix) || name === own));
    if (left.length === 0) await resultOf(rows.delete(key_name));
    return left.includes(own);
  });
  if (is_kept) return;
  await caches.delete(cache_name);
  const worker = await navigator.serviceWorker?.getRegistration(worker_scope);
  if (worker?.scope.endsWith(worker_scope)) await worker.unregister();
}

async function ownKey(): Promise<CryptoKey> {
  const known = await withTable("readonly", (rows) => resultOf<CryptoKey | undefined>(rows.get(key_name)));
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await withTable("readwrite", (rows) => resultOf(rows.put(made, key_name)));
  return made;
}

async function withTable<T>(mode: IDBTransactionMode, work: (rows: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(database_name, 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(table));
  const database = await resultOf(opening);
  try {
    return await work(database.transaction(table, mode).objectStore(table));
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error!));
  });
}

/** Erases the lists at sign-out. Answers that were not sent yet stay, encrypted, until the account signs in again. */
export async function endShift(): Promise<void> {
  if (localStorage.getItem(taken_here) === null) return;
  localStorage.removeItem(taken_here);
  // A browser that cannot erase the lists could not store them either.
  await eraseLists().catch(() => undefined);
}
