import type { Enqueued } from "./contract";

/**
 * What is said of what was queued.
 * @param others who was left out for another reason than that the same goes, or went, to them already
 * @param instead how many get the approved template in place of the words
 */
export function queuedText(
  enqueued: number,
  duplicates: number,
  others: number,
  instead: Pick<Enqueued, "by_template" | "by_template_at_most">,
): string {
  const parts = [`Queued ${enqueued} message(s).`];
  if (duplicates > 0) parts.push(`${duplicates} left out: the same is on its way already, or went out lately.`);
  if (instead.by_template > 0) parts.push(byTemplateText(instead));
  if (others > 0) parts.push(`${others} left out: see why beside their names.`);
  return parts.join(" ");
}

function byTemplateText({ by_template, by_template_at_most }: Pick<Enqueued, "by_template" | "by_template_at_most">): string {
  if (!by_template_at_most) return `${by_template} of them get the approved WhatsApp template in place of these words.`;
  return `At most ${by_template} of them get the approved WhatsApp template in place of these words: those whose message an official number sends.`;
}
