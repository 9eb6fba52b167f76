import { systemClock } from "./clock.ts";
import { EventFeeds } from "./follow.ts";
import { Operations, version } from "./generated/operations.ts";
import { PeopleImports } from "./imports.ts";
import { createCall, type Call, type MusterOptions } from "./transport.ts";

/**
 * A client of one organisation.
 *
 *     const muster = new Muster({ baseUrl, tenantCode, apiKey });
 *     for await (const person of muster.users.each()) console.log(person.employee_no);
 *
 * Every call has a deadline and is repeated if that is safe. A failed call throws a `ProblemError` (the service refused) or a
 * `ConnectionError` (no complete answer arrived).
 */
export class Muster extends Operations {
  /** Sends a request for which this version has no method, with the same credentials, tries and deadlines. */
  readonly request: Call;
  override readonly imports: PeopleImports;
  override readonly events: EventFeeds;

  constructor(options: MusterOptions) {
    const call = createCall(options, version);
    super(call);
    const { clock = systemClock } = options;
    this.request = call;
    this.imports = new PeopleImports(call, clock);
    this.events = new EventFeeds(call, clock);
  }
}
