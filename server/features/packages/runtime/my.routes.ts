import type { FastifyInstance } from "fastify";
import { languageOf } from "../../../platform/http/language.ts";
import { learners, panelRoute } from "../../../platform/http/panel-route.ts";
import { itemNotOfKind, itemNotOpen, noItems } from "../../course-items/errors.ts";
import { ItemParams } from "../../course-items/schema.ts";
import { enrollmentNotOpen, pathFollowsCourses, personNotActive } from "../../enrollments/errors.ts";
import { contentOriginNotSet, noPackage } from "../errors.ts";
import { ContentLaunch, PackageParams } from "../schema.ts";
import { launch, type LaunchOptions } from "./launch.ts";

export function myPackagePanelRoutes(panel: FastifyInstance, options: LaunchOptions): void {
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/launch",
    roles: learners,
    operation: {
      id: "launchMyCourse",
      tag: "Learning",
      summary: "Open the package of a course",
      description: "Begins the course where it has not begun. What was opened before is read only from then on.",
      answers: { 200: { description: "Where it is.", schema: ContentLaunch } },
      problems: [enrollmentNotOpen, pathFollowsCourses, personNotActive, contentOriginNotSet, noPackage],
    },
    params: PackageParams,
    handle: async ({ caller, params: { id }, request }) => ({
      body: await launch(options, caller, { id }, languageOf(request, null)),
    }),
  });
  panelRoute(panel, {
    method: "POST",
    url: "/my/courses/:id/items/:item_id/launch",
    roles: learners,
    operation: {
      id: "launchMyItem",
      tag: "Learning",
      summary: "Open a package that is an item of a course",
      description: "Begins a run where none is under way. What was opened before is read only from then on.",
      answers: { 200: { description: "Where it is.", schema: ContentLaunch } },
      problems: [
        enrollmentNotOpen,
        pathFollowsCourses,
        personNotActive,
        contentOriginNotSet,
        noPackage,
        noItems,
        itemNotOpen,
        itemNotOfKind,
      ],
    },
    params: ItemParams,
    handle: async ({ caller, params, request }) => ({
      body: await launch(options, caller, params, languageOf(request, null)),
    }),
  });
}
