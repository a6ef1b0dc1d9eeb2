import { NoPermission } from "@/components/app-base/no-permission";

/** What a person without a page's permission sees, with the status 403. */
export default function Forbidden() {
  return <NoPermission />;
}
