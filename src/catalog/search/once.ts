/** Asks each thing once. */
export function onceEach<Asked, Answer>(ask: (asked: Asked) => Answer): (asked: Asked) => Answer {
  const answers = new Map<Asked, { readonly answer: Answer }>()
  return (asked) => {
    const known = answers.get(asked) ?? { answer: ask(asked) }
    answers.set(asked, known)
    return known.answer
  }
}
