import { Skeleton, VisuallyHidden } from "@mantine/core";
import styles from "./feed-loading.module.css";

/** Blocks as they come: a table's line, and its guests with their phones. */
export function FeedLoading({ blocks, compact = false }: { blocks: readonly number[]; compact?: boolean }) {
  return (
    <div className={styles.blocks} data-compact={compact || undefined} role="status">
      <VisuallyHidden>Loading the live feed</VisuallyHidden>
      {blocks.map((guests, block) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a block is nothing but its place.
        <div key={block} className={styles.block}>
          <Skeleton height="1rem" width="60%" />
          {Array.from({ length: guests }, (_, guest) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a guest is nothing but a place.
            <div key={guest} className={styles.guest}>
              <Skeleton height="0.875rem" width="7rem" />
              <Skeleton height="0.875rem" width="6.5rem" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
