/**
 * Translators and extensions replace and wrap React's nodes; React's next removal or insertion then throws and loses
 * the screen (facebook/react#11538).
 * Removes the node from its new parent, and inserts before its wrapper or at the end. Call once, before React renders
 * (decision 117).
 */
export function tolerateForeignNodes(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { removeChild, insertBefore } = Node.prototype
  let isReported = false
  const report = (): void => {
    if (isReported) return
    isReported = true
    // oxlint-disable-next-line no-console -- the only trace of a page that others change, for those who look into it
    console.warn('A translator or an extension changed this page. Some of its text may be out of date.')
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) report()
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    if (place !== before) report()
    insertBefore.call(this, node, place)
    return node
  }
}
