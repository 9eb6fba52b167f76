import type { PanelPlace, PanelSample } from "../samples.ts";

const another_organisation =
  "what it changes is in the sandbox, an organisation of its own; here only the audit row of who asked";

/** The code of the organisation's sandbox, which the first call creates. */
async function sandboxOf({ panel }: PanelPlace): Promise<string> {
  const standing = (await panel.get("/sandbox")).body.sandbox;
  return standing?.code ?? (await panel.post("/sandbox", { name: "A sandbox" })).body.code;
}

async function removed(place: PanelPlace): Promise<void> {
  const standing = (await place.panel.get("/sandbox")).body.sandbox;
  if (standing !== null) await place.panel.delete(`/sandbox/${standing.code}`);
}

const inside = async (place: PanelPlace) => {
  await sandboxOf(place);
  await place.panel.post("/sandbox/open");
};

export const samples: Record<string, PanelSample> = {
  createSandbox: {
    status: 201,
    changes_nothing: another_organisation,
    async make(place) {
      await removed(place);
      return { body: { name: "A sandbox" } };
    },
  },
  resetSandbox: {
    status: 201,
    changes_nothing: another_organisation,
    make: async (place) => ({ path: { code: await sandboxOf(place) } }),
  },
  deleteSandbox: {
    status: 204,
    changes_nothing: another_organisation,
    make: async (place) => ({ path: { code: await sandboxOf(place) } }),
  },
  openSandbox: {
    status: 200,
    changes_nothing: another_organisation,
    async make(place) {
      await sandboxOf(place);
      return {};
    },
  },
  leaveSandbox: {
    status: 200,
    changes_nothing: "it ends a session of the sandbox, whose own audit log says so",
    async make(place) {
      await inside(place);
      return {};
    },
  },
  moveSandboxClock: {
    status: 200,
    changes_nothing: "it moves the clock of the sandbox, whose own audit log says so",
    async make(place) {
      await inside(place);
      return { body: { advance: "PT1H" } };
    },
  },
};
