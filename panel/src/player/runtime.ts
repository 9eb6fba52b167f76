// Provides the runtime that content looks for in its parent windows: `API` of SCORM 1.2, `API_1484_11` of SCORM 2004. scorm-again
// holds the data models.

/** The common part of scorm-again's two APIs, as far as it is used here. */
type Api = {
  loadFromFlattenedJSON(values: Record<string, string>): void;
  getFlattenedCMI(): Record<string, unknown>;
  isInitialized(): boolean;
  isTerminated(): boolean;
};

export type Runtime = {
  /** The present values of all elements; null: the content has not begun, or has reported its end. */
  snapshot(): Record<string, string> | null;
};

type Listener = (elements: Record<string, string>, ended: boolean) => void;

const autocommit_s = 10;

/** Creates the runtime of an item and puts it where the content looks for it. */
export async function openRuntime(
  standard: "scorm_1.2" | "scorm_2004",
  values: Record<string, string>,
  onCommit: Listener,
): Promise<Runtime> {
  const settings = {
    autocommit: true,
    autocommitSeconds: autocommit_s,
    // Nothing is sent to this address: commits go to the listener, which keeps them until the server has answered.
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

// The files export a named class, which their types declare as the default export.
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
