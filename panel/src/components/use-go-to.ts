import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { linkTo } from "./values/link.tsx";

/** Opens the page of what was saved: once the form knows that it is, or it would ask about leaving. */
export function useGoTo(to: string, param: string, id: string | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (id !== undefined) void navigate(linkTo({ to, params: { [param]: id } }));
  }, [to, param, id, navigate]);
}
