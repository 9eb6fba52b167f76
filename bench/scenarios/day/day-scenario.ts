// A working day of a training manager in an organisation of 100,000 people: overview, lists, search, reports, bulk work with its
// preview, and the reminders of a morning.
import { pages, type Scenario } from "../../scenario.ts";
import { measureBulk } from "./bulk.ts";
import { measureMorning } from "./morning.ts";
import { measureFigures, measureSearch } from "./reading.ts";
import { measureReports } from "./reports.ts";

export const day_scenarios: Scenario[] = [
  { name: "day: search", page: pages.day, run: measureSearch },
  { name: "day: figures", page: pages.day, run: measureFigures },
  { name: "day: reports", page: pages.day, run: measureReports },
  { name: "day: work on many", page: pages.day, run: measureBulk },
  { name: "day: a morning", page: pages.day, run: measureMorning },
];
