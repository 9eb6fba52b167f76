import { expireCertificates } from "../../../server/features/certificates/expire.ts";
import { first_instant, openTraining, type TrainingOrganisation } from "./enrollments.ts";
import { learnersOf, type Learners } from "../panel/learners.ts";
import type { OrganisationFileInput } from "./organisation.ts";

/** An organisation of twenty people with the course YEAR, which is valid for a year. */
export type CertifiedOrganisation = {
  training: TrainingOrganisation;
  learners: Learners;
  read: (id: string) => Promise<any>;
  list: (query?: string) => Promise<any>;
  /** Processes the midnight that begins a day in Warsaw, for at most `limit` certificates; returns how many were processed. */
  midnight: (instant: string, limit?: number) => Promise<number>;
};

export async function openCertified(more_courses: OrganisationFileInput["courses"] = []): Promise<CertifiedOrganisation> {
  const year = {
    code: "YEAR",
    title: "A year",
    validity: { value: 12, unit: "month" as const },
    renewal: { enabled: true, lead_days: 30, basis: "expiry" as const },
    grace_days: 14,
  };
  const training = await openTraining({ courses: [year, ...more_courses] }, 20);
  const learners = learnersOf(training, first_instant);
  return {
    training,
    learners,
    read: async (id) => (await training.api.get(`/api/v1/certificates/${id}`)).body,
    list: async (query = "") => (await training.api.get(`/api/v1/certificates?${query}`)).body,
    async midnight(instant, limit = 1_000) {
      await learners.at(instant);
      return learners.run((db, context) => expireCertificates(db, context, limit));
    },
  };
}
