import { Type } from "typebox";
import { Closed, DateOnly, Id, Nullable } from "../../../platform/http/schema.ts";
import { SeatUnit } from "../../courses/schema.ts";
import { scope_parameters } from "../schema.ts";

export const ForecastQuery = Type.Object({
  ...scope_parameters,
  weeks: Type.Integer({ minimum: 1, maximum: 52, default: 12, description: "Weeks of seven days, the first one begins today." }),
});

const count = (description: string) => Type.Integer({ minimum: 0, description });

const Week = Closed({
  from: DateOnly,
  until: DateOnly,
  becoming_overdue: count("Entries of the matrix that become OVERDUE in this week if nothing but time happens."),
  becoming_expiring_soon: count("Entries that become EXPIRING_SOON in this week if nothing but time happens."),
  expiring: count("Entries whose certificates end in this week: its last valid day is one of these."),
});

const LicenseForecast = Closed({
  license_id: Id,
  name: Type.String(),
  seat_unit: SeatUnit,
  seats_total: Type.Integer({ minimum: 0 }),
  seats_used: Type.Integer({ minimum: 0 }),
  seats_free: Type.Integer({ minimum: 0 }),
  seats_needed: count(
    "Renewals to come that will take a seat: certificates that end within these weeks, whose course renews itself, without an open renewal, of people who hold no seat that serves again. With them, from today on, every assignment and renewal that waits for a free seat already.",
  ),
  seats_missing: count("What is needed beyond what is free."),
  short_from: Nullable(DateOnly, { description: "The first day of the week in which the free seats run out." }),
});

export const ComplianceForecast = Closed(
  {
    as_of: DateOnly,
    weeks: Type.Array(Week),
    licenses: Type.Array(LicenseForecast, { description: "Licences with seats that are valid today, by name." }),
  },
  {
    $id: "ComplianceForecast",
    example: {
      as_of: "2026-02-02",
      weeks: [{ from: "2026-02-02", until: "2026-02-08", becoming_overdue: 3, becoming_expiring_soon: 12, expiring: 4 }],
      licenses: [
        {
          license_id: "019a2b21-3333-7aaa-8bbb-cccccccccccc",
          name: "Forklift 2026",
          seat_unit: "enrollment",
          seats_total: 50,
          seats_used: 47,
          seats_free: 3,
          seats_needed: 4,
          seats_missing: 1,
          short_from: "2026-02-02",
        },
      ],
    },
  },
);
