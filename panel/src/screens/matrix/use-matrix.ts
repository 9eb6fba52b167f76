import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { components } from "../../api/schema.d.ts";
import type { Flag } from "../../components/values/flags.ts";
import { activeFilters, offsetPage, useListPage } from "../../components/lists/use-list-page.ts";
import { useListState } from "../../components/lists/use-list-state.ts";

export type Matrix = components["schemas"]["ComplianceMatrix"];
export type MatrixRow = Matrix["rows"][number];

const no_filters = {
  q: "",
  compliance_flag: "",
  course_code: "",
  department_id: "",
  department_query: "",
  worker_type: "",
  contractor_id: "",
  as_of: "",
} as const;

export function nameOfRow({ full_name, employee_no }: Pick<MatrixRow, "full_name" | "employee_no">): string {
  return full_name ?? employee_no ?? "–";
}

export function useMatrixState() {
  return useListState(no_filters);
}

export type MatrixState = ReturnType<typeof useMatrixState>;
type Filters = MatrixState["values"];

/** The filters that are set, with the contract's names. */
function queryOf({ compliance_flag, worker_type, ...rest }: Filters) {
  return activeFilters({
    ...rest,
    compliance_flag: compliance_flag as Flag,
    worker_type: worker_type as MatrixRow["worker_type"],
  });
}

export function useMatrix(list: MatrixState) {
  return useListPage(["matrix"], { ...queryOf(list.values), ...offsetPage(list) }, (query, signal) =>
    api.GET("/panel/api/compliance/matrix", { params: { query }, signal }),
  );
}

export function useChoices() {
  return useQuery({
    queryKey: ["matrix-choices"],
    queryFn: async ({ signal }) => dataOf(await api.GET("/panel/api/compliance/matrix/choices", { signal })),
    staleTime: 300_000,
  });
}

/** The address of a file with all rows that match the filters. */
export function exportAddress(values: Filters, format: "csv" | "xlsx"): string {
  return `/panel/api/compliance/matrix/export?${new URLSearchParams({ ...queryOf(values), format }).toString()}`;
}
