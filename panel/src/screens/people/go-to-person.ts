import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { linkTo } from "../../components/values/link.tsx";
import type { Person } from "./people-data.ts";

/**
 * Opens the page of a saved person. It waits until the form knows that it is saved, because the form would otherwise ask about
 * leaving.
 */
export function useGoToPerson(saved: Person | undefined): void {
  const navigate = useNavigate();
  const id = saved?.id;
  useEffect(() => {
    if (id !== undefined) void navigate(linkTo({ to: "/people/$person_id", params: { person_id: id } }));
  }, [id, navigate]);
}
