import { redirect } from "next/navigation";

/** Any other path leads home (first specification, section 2). */
export default function Page() {
  redirect("/");
}
