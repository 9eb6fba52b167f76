import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { linkTo } from "./values/link.tsx";

/**
 * Opens the page of a saved record. It waits until the form knows that it is saved, because the form would otherwise ask about
 * leaving.
 */
export function useGoTo(to: string, param: string, id: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (id !== undefined) void navigate(linkTo({ to, params: { [param]: id } }));
  }, [to, param, id, navigate]);
}
