import type { ReactNode } from "react";
import type { Requirement } from "@/lib/permissions";
import { useSession } from "./session";

interface Props {
  /** One key, or any or all of several: `{ any: [...] }`, `{ all: [...] }`. */
  permission?: Requirement;
  role?: string;
  fallback?: ReactNode;
  children: ReactNode;
}

/** Shows its content to those who hold the permission or the role, and the fallback to everybody else. */
export function Can({ permission, role, fallback = null, children }: Props) {
  const session = useSession();
  const allowed = (permission !== undefined && session.can(permission)) || (role !== undefined && session.user?.roles.includes(role));
  return allowed ? children : fallback;
}
