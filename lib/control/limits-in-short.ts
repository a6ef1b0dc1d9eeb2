import type { TaskKind } from "../queue/contract";
import { limitsShown } from "../queue/limits/stored-limits";
import type { ControlState } from "./contract";

const KINDS: readonly TaskKind[] = ["birthday", "menu", "service"];

/** Quiet hours, caps and templates, as far as Control Panel says them. */
export async function limitsInShort(): Promise<NonNullable<ControlState["rules"]["limits"]>> {
  const { limits, changed } = await limitsShown();
  const { quiet, cloud, phone, templates } = limits;
  return {
    quiet_from: quiet.from,
    quiet_to: quiet.to,
    guest_per_day: phone.guest_per_day,
    cloud_per_day: cloud.per_day,
    phone_per_day: phone.per_day,
    templates: KINDS.flatMap((kind) => {
      const name = templates[`${kind}_name`];
      return name === "" ? [] : [{ kind, name, language: templates[`${kind}_language`] }];
    }),
    changed,
  };
}
