import { Tabs as RadixTabs } from 'radix-ui';

export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly {
    readonly value: Value;
    readonly label: React.ReactNode;
    readonly content: React.ReactNode;
  }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  return (
    <RadixTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-grey-2">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-10 border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-grey-4 hover:text-ink data-[state=active]:border-signal data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
