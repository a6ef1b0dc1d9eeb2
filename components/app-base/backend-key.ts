import { currentBackend } from "@/lib/api/backends";

/** Every query key begins with these two, so that nothing of one branch is ever shown for another. */
export function backendKey(): [string, string | null] {
  if (typeof window === "undefined") return ["", null];
  const { base, branch } = currentBackend();
  return [base, branch];
}
