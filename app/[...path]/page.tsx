import { redirect } from "next/navigation";

/** Any path that is no page leads home (docs/design/spec-shell.md 2). */
export default function Page() {
  redirect("/");
}
