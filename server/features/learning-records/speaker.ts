import type { Db } from "../../platform/db/transaction.ts";
import { isUuid } from "../../platform/ids.ts";
import { caseNorm } from "../../platform/text.ts";
import { recordNotAllowed } from "./errors.ts";
import { findPeople } from "./people-sql.ts";
import { identifierOf, type Agent } from "./statement/agent.ts";

/** The sender of statements: under whose authority they are stored, and about whom they may be. */
export type Speaker = {
  tenant_id: string;
  authority: Agent;
  /** `homePage` of this service's accounts. */
  home_page: string;
  /** For a launch: its learner and its registration, to which everything is limited. */
  only: { person_id: string; registration: string } | null;
};

/** The account name of statements by this service and by packages that run here; no client has this id. */
export const own_account = "muster";

export function ownAuthority(home_page: string): Agent {
  return { objectType: "Agent", name: "Muster", account: { homePage: home_page, name: own_account } };
}

/** The agent that stands for a person here. */
export function agentOf(home_page: string, person_id: string, name?: string): Agent {
  return { objectType: "Agent", ...(name === undefined ? {} : { name }), account: { homePage: home_page, name: person_id } };
}

/** People by the identifiers of agents, except people for whom the speaker may not speak. */
export async function peopleOf(db: Db, speaker: Speaker, agents: readonly Agent[]): Promise<Map<string, string>> {
  const { only, home_page } = speaker;
  if (only !== null) {
    const own = identifierOf(agentOf(home_page, only.person_id))!;
    return new Map([[own, only.person_id]]);
  }
  const [mails, ids, numbers, subjects] = [new Map<string, string>(), [] as string[], new Map<string, string>(), [] as Agent[]];
  for (const agent of agents) {
    if (agent.mbox !== undefined) mails.set(caseNorm(agent.mbox.slice("mailto:".length)), agent.mbox);
    else if (agent.account?.homePage === home_page && isUuid(agent.account.name)) ids.push(agent.account.name.toLowerCase());
    else if (agent.account?.homePage === home_page) numbers.set(caseNorm(agent.account.name), agent.account.name);
    else if (agent.account !== undefined) subjects.push(agent);
  }
  const found = await findPeople(db, speaker.tenant_id, {
    mails: [...mails.keys()],
    ids,
    numbers: [...numbers.keys()],
    issuers: subjects.map(({ account }) => account!.homePage),
    subjects: subjects.map(({ account }) => account!.name),
  });
  const by_said = new Map(found.map(({ kind, said, person_id }) => [`${kind} ${said}`, person_id]));
  const people = new Map<string, string>();
  for (const agent of agents) {
    const { mbox, account } = agent;
    const person_id =
      mbox !== undefined
        ? by_said.get(`mail ${caseNorm(mbox.slice("mailto:".length))}`)
        : account === undefined
          ? undefined
          : account.homePage === home_page
            ? (by_said.get(`id ${account.name.toLowerCase()}`) ?? by_said.get(`number ${caseNorm(account.name)}`))
            : by_said.get(`subject ${account.homePage} ${account.name}`);
    const identifier = identifierOf(agent);
    if (person_id !== undefined && identifier !== null) people.set(identifier, person_id);
  }
  return people;
}

/** The person behind an agent. Throws 403 where the speaker may not speak for that agent. */
export function personOf(people: ReadonlyMap<string, string>, speaker: Speaker, agent: Agent, at: string): string {
  const identifier = identifierOf(agent);
  const person_id = identifier === null ? undefined : people.get(identifier);
  if (person_id !== undefined) return person_id;
  throw recordNotAllowed(
    speaker.only === null
      ? `${at} is nobody of this organisation: name a person by mbox with their e-mail address, or by account with the homePage ${speaker.home_page} and their id or employee number.`
      : `${at} is not the learner of this launch.`,
  );
}
