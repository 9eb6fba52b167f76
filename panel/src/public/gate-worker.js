// Caches the page of the gate and its files for a shift without a network (docs/decisions/0082), and nothing else: answers of the
// API are never cached here. It is registered when a guard downloads a list, and removed when the shift ends.
const cache_name = "muster-gate";
const page = "/panel/gate";
const assets = "/panel/assets/";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  const kept = keep(event.data.files).then(
    () => event.ports[0].postMessage("kept"),
    (error) => event.ports[0].postMessage(String(error)),
  );
  event.waitUntil(kept);
});

/** Caches the present page with all files that it names and has loaded since; if one cannot be loaded, nothing is cached. */
async function keep(files) {
  const answer = await fetch(page, { cache: "no-store" });
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  const named = (await answer.clone().text()).match(/\/panel\/assets\/[\w.-]+/g) ?? [];
  const wanted = new Set([...named, ...files.filter((file) => file.startsWith(assets))]);
  await caches.delete(cache_name);
  const cache = await caches.open(cache_name);
  await cache.addAll([...wanted]);
  await cache.put(page, answer);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === page)
    event.respondWith(fetch(request).catch(async (error) => (await caches.match(page)) ?? Promise.reject(error)));
  else if (pathname.startsWith(assets)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
