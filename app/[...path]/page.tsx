import { redirect } from "next/navigation";

/** Any other path leads home (docs/design/spec-shell.md 2). */
export default function Page() {
  redirect("/");
}
