import { Component, type ReactNode } from "react";
import { ErrorNotice } from "./notice";

interface Props {
  /** Shown in place of a panel that broke. */
  fallback?: (retry: () => void, error: unknown) => ReactNode;
  children: ReactNode;
}

/** One panel that breaks takes nothing else with it: everything around stays, and Retry draws it anew. */
export class PanelBoundary extends Component<Props, { broken: { error: unknown } | null }> {
  override state = { broken: null as { error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { broken: { error } };
  }

  retry = () => this.setState({ broken: null });

  override render() {
    const { broken } = this.state;
    if (!broken) return this.props.children;
    if (this.props.fallback) return this.props.fallback(this.retry, broken.error);
    return <ErrorNotice title="This part could not be shown." error={broken.error} onRetry={this.retry} />;
  }
}
