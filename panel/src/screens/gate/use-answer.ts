import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ApiProblem, offline_code, timeout_code } from "../../api/problem.ts";
import type { components } from "../../api/schema.d.ts";
import type { ListAnswer } from "./shift/rules.ts";
import type { useShift } from "./shift/use-shift.ts";

/** One question; `count` makes the same question a new one when it is asked again. */
export type Asked = { employee_no: string; course_code: string; count: number };

type GateReply =
  | { by: "service"; answer: components["schemas"]["GateAnswer"] }
  | { by: "list"; answer: ListAnswer; as_of: string };

/** The service's answer for a number; without a network, the answer of the downloaded list. */
export function useGateAnswer(asked: Asked | null, shift: ReturnType<typeof useShift>) {
  return useQuery({
    queryKey: ["gate", asked],
    enabled: asked !== null,
    // An answer holds only for its moment, so it is neither cached nor read again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    queryFn: async ({ signal }): Promise<GateReply> => {
      const { employee_no, course_code: work } = asked!;
      try {
        const query = work === "" ? { employee_no } : { employee_no, course_code: work };
        return { by: "service", answer: dataOf(await api.GET("/panel/api/gate", { params: { query }, signal })) };
      } catch (error) {
        const answer = hasNoNetwork(error) ? shift.answer(employee_no, work) : null;
        if (answer === null) throw error;
        if (answer.kind === "told") {
          const { entry, allowed } = answer;
          const course_code = work === "" ? null : work;
          await shift.remember({ user_id: entry.user_id, course_code, allowed, by_badge: false, compared: false });
        }
        return { by: "list", answer, as_of: shift.shift?.list.as_of ?? "" };
      }
    },
  });
}

function hasNoNetwork(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === offline_code || error.code === timeout_code);
}
