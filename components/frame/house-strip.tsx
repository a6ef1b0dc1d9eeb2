import { Lock, Megaphone } from "lucide-react";
import { useHealth } from "@/components/app-base/server-health";
import { Strip } from "@/components/ui/strip";

/** Says on every page what somebody has switched for the whole house: that nothing can be changed now, and a notice to all. */
export function HouseStrip() {
  const house = useHealth().data?.health.house;
  const { notice = null, read_only = null } = house ?? {};
  return (
    <>
      <Strip
        icon={Lock}
        tone="waiting"
        words={
          read_only
            ? `Read-only, says ${read_only.by}: ${read_only.text}. You can look everything up; what you type stays on this device until it is over.`
            : ""
        }
      />
      <Strip icon={Megaphone} tone="calm" words={notice?.text ?? ""} />
    </>
  );
}
