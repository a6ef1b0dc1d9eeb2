import { NoPermission } from "@/components/shell/no-permission";

/** What a person without a page's permission sees, with the status 403. */
export default function Forbidden() {
  return <NoPermission />;
}
