// Adds a button to each text to copy. Without this script, one press selects the text.
if (navigator.clipboard) {
  for (const place of document.querySelectorAll('[data-copy]')) {
    const text = place.dataset.copy
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.setAttribute('aria-label', `Copy ${text}`)
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2000)
    })
    place.after(button)
  }
}
