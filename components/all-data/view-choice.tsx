import { Button, NativeSelect } from "@mantine/core";
import { BookmarkMinus, BookmarkPlus } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { AllDataChoices, View } from "@/lib/all-data/choices/contract";
import { sameFilters, USUAL_VIEWS } from "@/lib/all-data/views";
import styles from "./all-data-screen.module.css";
import type { KeepViewDialog as Dialog } from "./keep-view-dialog";
import type { ShownView } from "./use-view";

const KeepViewDialog = lazyComponent<ComponentProps<typeof Dialog>>(
  () => import("./keep-view-dialog").then((module) => module.KeepViewDialog),
  { onClose: (props) => props.onClose },
);

const EVERYBODY = "everybody";
const OWN = "own";
const ICON = { size: 18, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Views: those that everybody has, and one's own; what is shown is one of them, or filters that no view has. */
export function ViewChoice({ view, choices }: { view: ShownView; choices: AllDataChoices }) {
  const [isNaming, setNaming] = useState(false);
  const { text: _, ...filters } = view.filters;
  const isShown = (one: View) => sameFilters(one.filters, filters);
  const usual = USUAL_VIEWS.findIndex(isShown);
  const own = choices.views.findIndex(isShown);
  const isEverybody = sameFilters(filters, {});
  const value = isEverybody ? EVERYBODY : own >= 0 ? `own ${own}` : usual >= 0 ? `usual ${usual}` : OWN;
  const choose = (chosen: string) => {
    const [kind, at] = chosen.split(" ");
    if (kind === EVERYBODY) return view.show({ name: "", filters: {}, sort: choices.sort });
    const found = (kind === "usual" ? USUAL_VIEWS : choices.views)[Number(at)];
    if (found) view.show(found);
  };
  return (
    <div className={styles.view}>
      <NativeSelect label="View" value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value={EVERYBODY}>Everybody</option>
        {value === OWN && <option value={OWN}>Other filters</option>}
        {USUAL_VIEWS.map(({ name }, at) => (
          <option key={name} value={`usual ${at}`}>
            {name}
          </option>
        ))}
        {choices.views.length > 0 && (
          <optgroup label="Your views">
            {choices.views.map(({ name }, at) => (
              <option key={name} value={`own ${at}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </NativeSelect>
      {value === OWN && (
        <Button variant="default" aria-label="Keep these filters as a view" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          <BookmarkPlus {...ICON} />
        </Button>
      )}
      {own >= 0 && (
        <Button
          variant="default"
          aria-label={`Remove your view ${choices.views[own]?.name}`}
          onClick={() => view.change({ views: choices.views.filter((_, at) => at !== own) })}
        >
          <BookmarkMinus {...ICON} />
        </Button>
      )}
      {isNaming && (
        <KeepViewDialog
          taken={choices.views.map(({ name }) => name)}
          onKeep={(name) => view.change({ views: [...choices.views, { name, filters, sort: choices.sort }] })}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  );
}
