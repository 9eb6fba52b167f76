// The runtime that content finds in its parents: `API` of SCORM 1.2, `API_1484_11` of SCORM 2004. scorm-again keeps the data models.

/** What scorm-again's two have in common, as far as we use it. */
type Api = {
  loadFromFlattenedJSON(values: Record<string, string>): void;
  getFlattenedCMI(): Record<string, unknown>;
  isInitialized(): boolean;
  isTerminated(): boolean;
};

export type Runtime = {
  /** Elements as they stand; null: the content has not begun, or has ended and said so. */
  snapshot(): Record<string, string> | null;
};

type Listener = (elements: Record<string, string>, ended: boolean) => void;

const autocommit_s = 10;

/** Makes the runtime of an item and puts it where its content looks for it. */
export async function openRuntime(
  standard: "scorm_1.2" | "scorm_2004",
  values: Record<string, string>,
  onCommit: Listener,
): Promise<Runtime> {
  const settings = {
    autocommit: true,
    autocommitSeconds: autocommit_s,
    // Nothing is fetched from it: what would be sent goes to the listener, which keeps it until the server has answered.
    lmsCommitUrl: "commits",
    dataCommitFormat: "flattened",
    sendFullCommit: true,
    mastery_override: true,
    logLevel: 5,
    httpService: {
      processHttpRequest(_url: string, params: unknown, immediate: boolean) {
        onCommit(textsOf(params), immediate);
        return { result: "true", errorCode: 0 };
      },
      updateSettings: () => undefined,
    },
  };
  const Maker = standard === "scorm_1.2" ? await load12() : await load2004();
  const api = new Maker(settings);
  api.loadFromFlattenedJSON(values);
  Object.assign(window, standard === "scorm_1.2" ? { API: api } : { API_1484_11: api });
  return { snapshot: () => (api.isInitialized() && !api.isTerminated() ? textsOf(api.getFlattenedCMI()) : null) };
}

type Maker = new (settings: object) => Api;

// What the files export by its name, their types call default.
async function load12(): Promise<Maker> {
  return ((await import("scorm-again/scorm12/min")) as unknown as { Scorm12API: Maker }).Scorm12API;
}

async function load2004(): Promise<Maker> {
  return ((await import("scorm-again/scorm2004/min")) as unknown as { Scorm2004API: Maker }).Scorm2004API;
}

export function closeRuntime(): void {
  Object.assign(window, { API: undefined, API_1484_11: undefined });
}

function textsOf(params: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(params as Record<string, unknown>)) {
    if (typeof value === "number" || typeof value === "boolean") texts[name] = String(value);
    else if (typeof value === "string" && value !== "") texts[name] = value;
  }
  return texts;
}
