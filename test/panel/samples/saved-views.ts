import type { PanelSample } from "../samples.ts";

const bookmark = "a view is like a bookmark: its administrator's own, and nothing of the organisation";
const viewOf = (tag: string) => ({ list: "people", name: `View ${tag}`, filters: { q: tag } });

export const samples: Record<string, PanelSample> = {
  listSavedViews: { status: 200, make: async () => ({ query: { list: "people" } }) },
  saveView: { status: 201, changes_nothing: bookmark, make: async (_, tag) => ({ body: viewOf(tag) }) },
  removeView: {
    status: 204,
    changes_nothing: bookmark,
    make: async ({ panel }, tag) => ({ path: { id: (await panel.post("/saved-views", viewOf(tag))).body.id } }),
  },
};
